/** The page's first script (boot.js) as it stands in every page: its comments and indents are for us, and each visitor would fetch them. */
export const bootText = (source: string): string => source.replace(/^\s*\/\/.*\n/gm, '').replace(/^ +/gm, '');
