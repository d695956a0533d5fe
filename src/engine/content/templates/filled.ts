import type { AlertDocument } from '#src/shared/content/document.ts';

/** Whether its layout is HTML of a template, with the texts in it. All other layouts say where the texts go. */
export const isFilled = ({ layout }: Pick<AlertDocument, 'layout'>): boolean =>
  layout?.elements.some(({ kind }) => kind === 'html') ?? false;
