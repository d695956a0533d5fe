/** The description of a figure, by its source. In a file of its own: it is all that the script needs of traces.ts. */
export const idOf = (of: string): string => `trace-${of.replace('.', '-')}`;
