use brio_package_manager::network::*;
fn main(){ let n=Network::start(Settings{connection_count_max:16,..Default::default()}).unwrap();
 let t=std::time::Instant::now();
 let (s,r)=std::sync::mpsc::channel();
 let names: Vec<String>=std::env::args().skip(1).collect();
 for a in &names { let s=s.clone(); let a2=a.clone(); n.send(Request{address:Address::parse(a).unwrap(),body:None,headers:vec![("accept-encoding".into(),"gzip".into()),("accept".into(),"application/vnd.npm.install-v1+json".into())],authorization:None,response_bytes_max:100_000_000}, move |o| { s.send((a2,o)).unwrap(); }); }
 for _ in &names { let (a,o)=r.recv().unwrap(); match o { Ok(r)=>println!("{a} {} {} {:?} {:?}",r.status,r.body.len(),r.header("content-encoding"),t.elapsed()), Err(e)=>println!("{a} {e}") } }
}
