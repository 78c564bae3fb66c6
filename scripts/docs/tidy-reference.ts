/**
 * Makes a generated page of the reference shorter: no rules between members, no "returns nothing", no note where an
 * inherited member is declared, and `options` where a function takes its options apart.
 */
export function tidyReference(page: string): string {
  return (
    page
      .replace(/^# (?:Class|Interface|Function|Variable|Type Alias): /m, "# ")
      .replaceAll(/^\*\*\*\n\n?/gm, "")
      // The signature above says it.
      .replaceAll(/^#+ Returns\n\n[^\n]+\n(?=\n#|\n?$(?![\s\S]))\n?/gm, "")
      .replaceAll(/^#+ Get Signature\n\n/gm, "")
      .replaceAll(/^#+ Type Parameters\n\n\| Type Parameter \|\n\| [-: ]+\|\n(?:\| <a[^>]*><\/a> `\w+` \|\n)+\n?/gm, "")
      .replaceAll(/^#+ (?:Inherited from|Overrides|Implementation of|Extended by)\n\n(?:[^#\n][^\n]*\n)+\n?/gm, "")
      .replaceAll("__namedParameters", "options")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trimEnd()
      .concat("\n")
  );
}
