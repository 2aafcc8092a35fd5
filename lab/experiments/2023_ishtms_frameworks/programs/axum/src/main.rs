//! GET /bench/:name?id=10 on Axum, as the text prints it, in the spelling of Axum 0.8.

use axum::extract::{Path, Query};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::Router;
use serde_json::json;
use std::collections::HashMap;

const HEADERS: [(&str, &str); 4] = [("x-powered-by", "benchmark"), ("content-type", "application/json"), ("connection", "keep-alive"), ("keep-alive", "timeout=5")];

async fn handle_request(Path(name): Path<String>, Query(query): Query<HashMap<String, String>>) -> impl IntoResponse {
    (HEADERS, json!({ "name": name, "id": query.get("id") }).to_string())
}

#[tokio::main]
async fn main() {
    let app = Router::new().route("/bench/{name}", get(handle_request));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await.expect("port 3000 is free");
    axum::serve(listener, app).await.expect("the server runs until it is ended");
}
