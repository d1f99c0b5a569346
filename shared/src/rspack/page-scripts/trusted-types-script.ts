/**
 * Script text that creates the page's only Trusted Types policy. It is inline in the page's head and runs
 * first. Scripts are loaded by URL from other origins, which the page's Content-Security-Policy lists, and
 * from the two folders of this origin that hold scripts. No text becomes HTML or a script.
 */
export const trustedTypesScript = `window.trustedTypes&&trustedTypes.createPolicy("default",{createScriptURL:function(u){var l=new URL(u,location.href);return/^https?:$/.test(l.protocol)&&(l.origin!==location.origin||/^\\/(shell|remotes)\\//.test(l.pathname))?u:null}})`;
