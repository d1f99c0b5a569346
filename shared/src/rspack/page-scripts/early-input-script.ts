/**
 * Script text that keeps what a user types and presses on a prerendered page before React has hydrated
 * it. It is inline in the page's head; `shell/src/start/early-input.ts` replays what it kept. A submit
 * without a listener would send the form to the server, password included.
 */
export const earlyInputScript = `(function(){var d=document,k=window.carrelEarlyInput={typed:new Map(),pressed:[],submitted:null};function on(n,f){d.addEventListener(n,f,true)}function input(e){k.typed.set(e.target,e.target.value)}function submit(e){e.preventDefault();e.stopImmediatePropagation();k.submitted=e.target}function click(e){var b=e.target.closest('button[type=button]');if(b){e.stopImmediatePropagation();k.pressed.push(b)}}on("input",input);on("submit",submit);on("click",click);k.stop=function(){d.removeEventListener("input",input,true);d.removeEventListener("submit",submit,true);d.removeEventListener("click",click,true)}})()`;
