/** A question of a person, and the end of the path of each file that answers it. */
export interface LibraryQuestion {
  question: string;
  answers: RegExp;
}

/**
 * Questions about public repositories, each a folder of the library: python/peps, progit/progit2, progit/progit2-de,
 * progit/progit2-fr and ruanyf/es6tutorial, under the names of the repositories.
 */
export const LIBRARY_QUESTIONS: readonly LibraryQuestion[] = (
  [
    ['PEP 572', /(?:pep-0572\.rst)$/],
    ['What is the policy for replacing distutils?', /(?:pep-0632\.rst)$/],
    ['walrus operator precedence', /(?:pep-0572\.rst)$/],
    ['structural pattern matching tutorial', /(?:pep-0636\.rst)$/],
    ['"explicit is better than implicit"', /(?:pep-0020\.rst)$/],
    ['how long should lines be in python code style', /(?:pep-0008\.rst)$/],
    ['removing dead batteries from the standard library', /(?:pep-0594\.rst)$/],
    ['context manager with statement', /(?:pep-0343\.rst)$/],
    ['type hints for kwargs TypedDict Unpack', /(?:pep-0692\.rst)$/],
    ['making the global interpreter lock optional', /(?:pep-0703\.rst)$/],
    ['f-string syntax formalization', /(?:pep-0701\.rst)$/],
    ['wheel binary package format', /(?:pep-0427\.rst)$/],
    ['how is the steering council elected', /(?:pep-0013\.rst|pep-80\d\d\.rst|pep-81\d\d\.rst)$/],
    ['lazy imports', /(?:pep-0690\.rst|pep-0810\.rst)$/],
    ['exception groups and except*', /(?:pep-0654\.rst)$/],
    ['where do build system requirements go in pyproject.toml', /(?:pep-0518\.rst|pep-0517\.rst)$/],
    ['asynchronous generators', /(?:pep-0525\.rst)$/],
    ['docstring conventions', /(?:pep-0257\.rst)$/],
    [
      'how do I undo the last commit',
      /(?:progit2\/book\/.*undoing\.asc|progit2\/book\/.*reset\.asc)$/,
    ],
    ['squash commits with interactive rebase', /(?:progit2\/book\/.*rewriting-history\.asc)$/],
    ['put my changes on the stash', /(?:progit2\/book\/.*stashing-cleaning\.asc)$/],
    ['clone a project with submodules', /(?:progit2\/book\/.*submodules\.asc)$/],
    ['find the commit that broke it with bisect', /(?:progit2\/book\/.*debugging\.asc)$/],
    ['import a Mercurial repository', /(?:progit2\/book\/.*(?:import-hg|client-hg)\.asc)$/],
    ['Wie erzeuge ich einen SSH-Schlüssel?', /(?:progit2-de\/.*generating-ssh-key\.asc)$/],
    ['Änderungen rückgängig machen', /(?:progit2-de\/.*undoing\.asc)$/],
    ['Branch umbenennen', /(?:progit2-de\/.*branch-management\.asc)$/],
    ['annuler des actions', /(?:progit2-fr\/.*undoing\.asc)$/],
    ['remiser et nettoyer', /(?:progit2-fr\/.*stashing-cleaning\.asc)$/],
    ["afficher l'historique des validations", /(?:progit2-fr\/.*viewing-history\.asc)$/],
    ['箭头函数', /(?:es6tutorial\/docs\/function\.md)$/],
    ['解构赋值', /(?:es6tutorial\/docs\/destructuring\.md)$/],
    ['Promise 对象的含义', /(?:es6tutorial\/docs\/promise\.md)$/],
    ['遍历器接口', /(?:es6tutorial\/docs\/iterator\.md)$/],
    ['Generator 函数的语法', /(?:es6tutorial\/docs\/generator\.md)$/],
  ] as const
).map(([question, answers]) => ({ question, answers }));
