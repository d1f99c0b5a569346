interface Argued {
  /** The operation; every one if absent. */
  id?: RegExp;
  /** Of the response. */
  message: RegExp;
  reason: string;
}

const ONCE = 'A secret that this server gave, which no generated text is.';
const ONE_OF =
  'JSON Schema could say it with oneOf, of which generated clients make types that nobody can fill.';

/** What an operation responds otherwise than JSON Schema says. All of these are of valid requests. */
const ARGUED: readonly Argued[] = [
  { message: /^Incorrect (?:email or password|password|code)/, reason: ONCE },
  { message: /link is invalid or has expired$|^Invalid invitation token$/, reason: ONCE },
  { message: /^This (?:passkey is not known here|code is wrong or has expired)/, reason: ONCE },
  { message: /^The (?:code has expired or was used|passkey could not be verified)/, reason: ONCE },
  { message: /^This logout token is not valid/, reason: ONCE },
  { message: /^Send either a (?:code or a recovery|password or a) code$/, reason: ONE_OF },
  {
    id: /^changeRole$|^inviteMember$/,
    message: /^Role must be one of the organization$/,
    reason: 'Which roles exist is data.',
  },
  {
    id: /^(?:createGroup|updateGroup|set(?:Dataset|Workspace)Access)$/,
    message: /^Choose members of the organization$|^Name each member and each group/,
    reason: 'Who is in an organization, and which groups it has, is data.',
  },
  { id: /^set(?:Dataset|Workspace)Access$/, message: /^Name a person or a group$/, reason: ONE_OF },
  {
    id: /^(?:planMove|moveDocuments|createFolder)$/,
    message:
      /^The (?:folder|name) (?:has|is|points)|^The path names no folder|^A folder cannot be moved into itself/,
    reason:
      'As for paths that a program writes; where a folder is to go is compared with where it is.',
  },
  {
    id: /^changeChunk$/,
    message: /^A chunk needs a text/,
    reason: 'Characters that show nothing are left out before a text is measured.',
  },
  {
    id: /^resolveDuplicates$/,
    message: /^Send (?:one of choices|keep with groups|folder with in_folder)/,
    reason: ONE_OF,
  },
  {
    id: /^addDomain$/,
    message: /^Others register domains below|^Enter a domain such as/,
    reason: 'Public suffixes and the names of other alphabets are no regular expression.',
  },
  {
    id: /^createApiKey$|^(?:create|update)Webhook$/,
    message:
      /^A key that provisions members is for the whole|^This (?:dataset|workspace) was not found$/,
    reason: 'What fits a scope, and which datasets exist, is data.',
  },
  {
    id: /^(?:createQuestion|editMetadata|changeChunk)$/,
    message:
      /^Name at least one right answer$|^Send what to set, to remove or to reset$|^Send what to change: text/,
    reason: 'At least one of several fields has something in it.',
  },
  {
    id: /^editMetadata$/,
    message: /^A key is either set, removed or reset/,
    reason: 'Several fields have different keys.',
  },
  {
    id: /^(?:getRequestedGrant|decideGrant)$/,
    message: /^The program did not say which workspace/,
    reason: 'The resource is the address of a workspace at this server, wherever that is.',
  },
  {
    id: /^(?:write|delete)Documents?$|^uploadArchive$/,
    message: /^The path |^folder must be|is there twice/,
    reason:
      'Folders named `..`, drive letters and names that show nothing need lookaheads, which not all engines have.',
  },
  {
    id: /^testModel$/,
    message: /^The answering service could not be reached/,
    reason: 'The test sends a text to what the settings name, which is not there.',
  },
  {
    id: /^(?:create|update|test)Source$/,
    message:
      /^Enter a host such as |^No bucket can have the name |^The source could not be reached/,
    reason: 'What names a host or a bucket has rules beyond its letters, and a test goes there.',
  },
  {
    id: /^(?:create|update|test)Source$/,
    message: /^This kind is not set up on this server|^A source keeps its kind/,
    reason: 'Which kinds a server has, and of which one a source is, is data.',
  },
  {
    id: /^prepareDownload$/,
    message: /^There are no documents to download/,
    reason: 'Which documents have an original is data.',
  },
  {
    id: /^saveIdentityProvider$/,
    message: /^Client secret is required$|^Enable single sign-on to require it$/,
    reason: 'What another field, or the stored provider, requires.',
  },
  {
    id: /^(?:create|update)Dataset$|^previewChunks$/,
    message: /^chunk_overlap must be smaller/,
    reason: 'One field limits another.',
  },
  {
    message: /^The cursor is not one that this server gave/,
    reason: 'A cursor is what an earlier response had.',
  },
];

/** Returns whether there is an argument for the message with which an operation refuses a valid request. */
export const isArgued = (operationId: string, refusal: string): boolean =>
  ARGUED.some(({ id, message }) => (id?.test(operationId) ?? true) && message.test(refusal));
