const { isReactCompilerRequired, isReactCompilerRequiredSync, lintSync } = require("@swc/react-compiler");
const source = Buffer.from(
  "export function App() { const [a, b] = useState(0); return <p onClick={() => b(a + 1)}>{a}</p>; }",
);
console.log(isReactCompilerRequiredSync(source), isReactCompilerRequiredSync(Buffer.from("let a = 1;")));
isReactCompilerRequired(source).then(console.log);
try {
  console.log(lintSync(source));
} catch (e) {
  console.log(e.name, e.code, e.message);
}
