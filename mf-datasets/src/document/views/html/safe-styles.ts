/**
 * What a declaration contains that may load something. An escape may hide a name of these; serialized
 * declarations have none, but for custom properties and names.
 */
const MAY_LOAD = /url\(|src\(|image\(|image-set\(|element\(|\\/i;

/** Returns a style sheet without anything that loads: imports, fonts and URLs. */
export function safeSheet(text: string): string {
  const sheet = new CSSStyleSheet();
  // Leaves out `@import`.
  sheet.replaceSync(text);
  cutRules(sheet);
  const rules = Array.from(sheet.cssRules, (rule) => rule.cssText);
  // No text ends the element that it is put into.
  return rules.join('\n').replaceAll('<', String.raw`\3c `);
}

/** Removes declarations that may load something. */
export function cutDeclarations(style: CSSStyleDeclaration): void {
  for (const name of Array.from(style)) {
    if (MAY_LOAD.test(style.getPropertyValue(name))) style.removeProperty(name);
  }
}

function cutRules(parent: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = parent.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = parent.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      cutDeclarations(rule.style);
      // Rules within it are of different classes in different browsers.
      if (rule.cssRules.length > 0 && MAY_LOAD.test(rule.cssText)) parent.deleteRule(at);
    } else if (rule instanceof CSSGroupingRule) cutRules(rule);
    else parent.deleteRule(at);
  }
}
