/** The only style of the page. It follows the system's theme, and uses the system's fonts. */
export const REFERENCE_STYLE = `
:root{color-scheme:light dark;--canvas:#fff;--panel:#f6f7f9;--ink:#1a1d23;--muted:#59616e;--line:#e2e5ea;--accent:#2f5bd7;--mark:#eef2fd}
@media(prefers-color-scheme:dark){:root{--canvas:#15171b;--panel:#1d2026;--ink:#e6e8ec;--muted:#a0a7b4;--line:#2d323b;--accent:#8fb0ff;--mark:#20283b}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--canvas);color:var(--ink);font:14px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:260px minmax(0,1fr)}
a{color:var(--accent);text-decoration:none}
main p a,main dd a{text-decoration:underline}
a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}
.skip:focus{left:8px;top:8px;background:var(--canvas);padding:8px;z-index:1}
nav{border-right:1px solid var(--line);background:var(--panel);height:100vh;position:sticky;top:0;overflow-y:auto;padding:16px;font-size:13px}
nav p{margin:0 0 12px;font-weight:600}
nav summary{cursor:pointer;font-weight:600;padding:6px 0}
nav ul{list-style:none;margin:0 0 8px;padding:0}
nav li a{display:block;padding:5px 8px;color:var(--muted)}
main{padding:24px;max-width:1000px;min-width:0}
h1{font-size:20px;margin:0 0 8px}
h2{font-size:18px;margin:40px 0 8px}
h3{font-size:15px;margin:0 0 4px}
h4{font-size:12px;color:var(--muted);margin:16px 0 4px;font-weight:600}
p{margin:4px 0;overflow-wrap:anywhere}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
code{overflow-wrap:anywhere}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:12px;overflow-x:auto;margin:4px 0}
article{border:1px solid var(--line);border-radius:10px;padding:16px;margin:16px 0}
article:target{border-color:var(--accent)}
.call{background:var(--mark);border-radius:6px;padding:6px 10px;display:block}
.call b{color:var(--accent)}
.muted{color:var(--muted)}
dl{margin:0;border-top:1px solid var(--line)}
dl>div{display:grid;grid-template-columns:minmax(140px,30%) minmax(0,1fr);gap:12px;padding:6px 0;border-bottom:1px solid var(--line)}
dt,dd{margin:0;min-width:0}
dd dl{margin-top:6px}
@media(max-width:767px){body{display:block}nav{position:static;height:auto;max-height:45vh;border-right:0;border-bottom:1px solid var(--line)}nav summary,nav li a{padding:11px 8px}main{padding:16px}dl>div{grid-template-columns:minmax(0,1fr);gap:0}}
`;
