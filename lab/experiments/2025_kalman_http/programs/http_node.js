// A short text as reply, in Node's spelling.
import http from "http"
const server = http.createServer((req, res) => {
  res.writeHead(200, { "Content-Type": "text/plain" })
  res.end("Test from Node.js!")
})
server.listen(3000)
