import { escapeHtml } from '../docs/escape.ts';

/** A sentence with `code` in backticks, as HTML. */
export const withCode = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The name of a field or an error as HTML: where it is long, it goes on in the next line between its words. */
export const brokenName = (name: string): string => escapeHtml(name).replaceAll(/[._]/g, '$&<wbr>');

/** JSON as HTML, its names marked as Prism marks them. */
export const jsonHtml = (json: string): string =>
  escapeHtml(json)
    .replaceAll(/&quot;((?:(?!&quot;).)*)&quot;(\s*:)?/g, (_, text: string, colon?: string) => {
      const kind = colon === undefined ? 'string' : 'property';
      return `<span class="token ${kind}">&quot;${text}&quot;</span>${colon ?? ''}`;
    })
    .replaceAll(/[{}[\],]/g, '<span class="token punctuation">$&</span>');

/** A command line as HTML: the program and the names that the reader fills in stand out. */
export const shellHtml = (command: string): string =>
  escapeHtml(command)
    .replace(/^\w+/, '<span class="token function">$&</span>')
    .replaceAll(/\$[A-Z_]+/g, '<span class="token variable">$&</span>');
