import type { CommandName } from './read-options.ts';

const EXIT_CODES = `Exit codes: 0 done, 1 failure, 2 wrong usage, 3 some files refused or failed,
4 not signed in or not allowed, 5 the plan was declined, 130 interrupted.`;

const SERVER = '  --server URL         the server; by default the one of the last sign-in';
const JSON_OPTION = '  --json               print one JSON document';
const ORGANIZATION = `  --organization NAME  the organization, by name or id; it is remembered`;
const WRITING = `  --path FOLDER        the folder of the dataset; by default its root
  --delete             remove documents of that folder that are not among the files
  --dry-run            show the plan, and change nothing
  -y, --yes            do not ask
  -v, --verbose        list every path
  --wait               wait until the documents are processed
${ORGANIZATION}
${JSON_OPTION}
${SERVER}`;

export const HELP = `carrel-cli: documents of a Carrel server from the command line.

  carrel-cli login                        sign in, by approving it in a browser
  carrel-cli logout                       end the session
  carrel-cli whoami                       who is signed in, or which API key is used
  carrel-cli datasets                     list the datasets of an organization
  carrel-cli duplicates <dataset>         list documents that are alike, or delete all but one
  carrel-cli groups [group]               list groups of people, or change one
  carrel-cli access <dataset>             show or change who may see a dataset
  carrel-cli versions <dataset> <path>    list versions of a document; restore or delete one
  carrel-cli move <dataset> <paths...>    move or rename documents and folders
  carrel-cli folder <dataset> <path>      create a folder
  carrel-cli chunks <dataset> <path>      list chunks of a document, or change one
  carrel-cli sources <dataset> [source]   list what keeps a dataset up to date, add or run one
  carrel-cli sync <folder> <dataset>      make a dataset what a folder is
  carrel-cli upload <files...> <dataset>  add a zip, files or folders to a dataset

carrel-cli <command> --help shows the options of a command. With CARREL_API_KEY, an API key is
sent instead of a session; groups, access, move, folder and sources are for people only.

${EXIT_CODES}`;

export const COMMAND_HELP: Record<CommandName, string> = {
  login: `carrel-cli login [--server URL]

Shows a code and a link. Open the link in a browser in which you are signed in, compare
the code, and approve.

${JSON_OPTION}
${SERVER}`,
  logout: `carrel-cli logout [--server URL]

Ends the session on the server, and deletes it here.

${SERVER}`,
  whoami: `carrel-cli whoami [--server URL]

${JSON_OPTION}
${SERVER}`,
  datasets: `carrel-cli datasets [--organization NAME]

Lists ids and names.

${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  duplicates: `carrel-cli duplicates <dataset>

Lists documents that are equal, have the same text, or are nearly equal. With --keep, deletes
all documents of each group but one, after showing how many and asking.

  --kind KIND          equal, equal_text or nearly_equal; with --keep, equal by default
  --keep RULE          newest, oldest, shortest_path, or in_folder with --folder
  --folder FOLDER      the folder whose documents are kept
  --dry-run            show how many, and change nothing
  -y, --yes            do not ask
${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  groups: `carrel-cli groups
carrel-cli groups <group>

Lists the groups, or shows the people of one. A group is named by its id or its exact name,
a person by the id of the account or the exact name. Only Owners and Admins change groups.

  --create             create the group
  --add PERSON         add a person; may be there several times, as --remove may
  --remove PERSON      take a person out
  --rename NAME        give the group another name
  --delete             delete the group, and the access that it gives
  -y, --yes            do not ask before deleting
${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  access: `carrel-cli access <dataset>
carrel-cli access <workspace> --workspace

Shows who may see a dataset or workspace. People and groups are named by their id or their
exact name, and have a role: Manager, Editor, Reader or Searcher. Owners and Admins see
everything, and are not named.

  --grant NAME=ROLE    name a person or a group; may be there several times, as --revoke may
  --revoke NAME        name a person or a group no more
  --named              only who is named may see it
  --everybody          everybody in the organization may see it
  --workspace          it is a workspace
${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  versions: `carrel-cli versions <dataset> <path>

Lists what a document was before it was replaced. The dataset is named by its id or its exact
name, the document by its path.

  --compare NUMBER     show the words that came and went since that version
  --restore NUMBER     make that version the current one
  --delete NUMBER      delete that version, which is not the current one
  -y, --yes            do not ask before restoring or deleting
${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  move: `carrel-cli move <dataset> <paths...> --to FOLDER
carrel-cli move <dataset> <path> --name NAME
carrel-cli move <dataset> --undo MOVE

Moves documents and folders into a folder, which is created if it is not there, or renames
one. Shows what that does, and asks. Nothing is overwritten: what is there already stays.

  --to FOLDER          the folder; / is the dataset itself
  --name NAME          another name for the one document or folder
  --number             where a path is taken, give the document a name with a number
  --undo MOVE          move back what a move has moved, within ten minutes
  --dry-run            show what it does, and change nothing
  -y, --yes            do not ask
${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  folder: `carrel-cli folder <dataset> <path>

Creates a folder, which stays without documents until somebody deletes it.

${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  chunks: `carrel-cli chunks <dataset> <path>

Lists the chunks of a document by number, or changes one. The chunks that stand for it are
shown then. Changes are kept when the document is processed again.

  --changes            list what people changed, what was lost first
  --edit NUMBER        give a chunk the text of --file
  --file FILE          the text; - is the standard input
  --off NUMBER         no search returns it
  --on NUMBER          searches return it again
  --split NUMBER       split it in two, with --at
  --at CHARACTERS      characters of its text before the second one
  --join NUMBER        join it with the next one
  --restore NUMBER     undo what was changed of it
${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  sources: `carrel-cli sources <dataset>
carrel-cli sources <dataset> --file FILE
carrel-cli sources <dataset> <source>
carrel-cli sources <dataset> <source> --file FILE

Lists the sources of a dataset, adds one, or shows one with its current or last run. Both are
named by their id or their exact name.

  --file FILE          add the source that a JSON file describes, or change what it names of a
                       source; - is the standard input
  --run                run it now
  --everything         read all objects again, changed or not
  --approve            let the run that waits do what it plans
  --cancel             stop the run; what it has sent stays
  --failures           list what failed, with the reasons
  --delete             delete the source; its documents stay
  --wait               wait until the run has ended, or waits for --approve
  -y, --yes            do not ask before approving or deleting
${ORGANIZATION}
${JSON_OPTION}
${SERVER}`,
  sync: `carrel-cli sync <folder> <dataset>

Compares the files of a folder with the documents of a dataset, shows what will change,
asks, and sends the files that are new or changed. The dataset is named by its id or its
exact name. Links are not followed.

  --watch              go on, and sync again whenever the folder changes
${WRITING}

${EXIT_CODES}`,
  upload: `carrel-cli upload <file.zip> <dataset>
carrel-cli upload <files or folders...> <dataset>

A zip is sent as it is. Files and folders are added under their own names, in one archive.

  --store-only         keep a zip in the history, and change no document
  --keep-archive       keep the bytes of a zip once its documents are processed
${WRITING}

${EXIT_CODES}`,
};
