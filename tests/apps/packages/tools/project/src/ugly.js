// Text that is formatted badly on purpose.
const   a={b:1,'c':[1,2,
3]}
function f( x,y ){ if(x==y) {return   y } else { var unusedVariable; return a?.b??x } }
f(1,2);
