/**
 * Script text that keeps what somebody types and presses on a prerendered page before it is alive. It
 * stands inline in the page's head, beside the script of the theme; `shell/src/start/early-input.ts` takes up
 * what it kept. A submit that nobody heard would send the form to the server, password and all.
 */
export const earlyInputScript = `(function(){var d=document,k=window.carrelEarlyInput={typed:new Map(),pressed:[],submitted:null};function on(n,f){d.addEventListener(n,f,true)}function input(e){k.typed.set(e.target,e.target.value)}function submit(e){e.preventDefault();e.stopImmediatePropagation();k.submitted=e.target}function click(e){var b=e.target.closest('button[type=button]');if(b){e.stopImmediatePropagation();k.pressed.push(b)}}on("input",input);on("submit",submit);on("click",click);k.stop=function(){d.removeEventListener("input",input,true);d.removeEventListener("submit",submit,true);d.removeEventListener("click",click,true)}})()`;
