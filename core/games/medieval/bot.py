def worth(v,s,m): return 0
