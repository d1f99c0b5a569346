import { GUEST_ORGANIZATIONS, SESSION_STAMP, STORAGE_KEYS } from '../../contract/public.ts';
import { EARLY_READS_META } from '../../releases/public.ts';

/**
 * Script text that sends the page's first reads while the code that needs them is loading. It is inline
 * in the page's head, after the element that lists the reads;
 * `shared/src/api/client/client.ts` takes the responses. In an organization that the user is a guest of, nothing is read
 * early: some of what screens read first is closed to guests.
 */
export const earlyReadsScript = `(function(){var m=document.querySelector('meta[name="${EARLY_READS_META}"]'),o=null,s=null,g=[],a;if(!m)return;try{o=localStorage.getItem("${STORAGE_KEYS.selectedOrganization}");s=localStorage.getItem("${SESSION_STAMP}");g=(localStorage.getItem("${GUEST_ORGANIZATIONS}")||"").split(" ").filter(Boolean)}catch(e){}a=window.carrelPreloaded=new Map();JSON.parse(m.content).forEach(function(r){if(r.inOrganization?!o||g.includes(o):g.some(function(i){return r.path.includes(i)}))return;var h={accept:"application/json"},u=location.origin+"/"+r.path,p;if(r.inOrganization)h["X-Organization-Id"]=o;p=fetch(u,{headers:h}).then(function(r){return r.text().then(function(t){return{status:r.status,text:t,requestId:r.headers.get("X-Request-Id")||void 0}})});p.catch(function(){});a.set((r.inOrganization?o:"")+" "+u,{sentAt:performance.now(),stamp:s,response:p})})})()`;
