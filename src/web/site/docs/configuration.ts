import { readFileSync } from 'node:fs';
import { escapeHtml } from './escape.ts';

type Variable = { name: string; value: string; says: string };

/**
 * The variables of an environment file: a comment stands before the variable it explains. Several variables under one
 * comment share it. Comments at the head, followed by an empty line, belong to the file.
 */
export function readVariables(text: string): Variable[] {
  const variables: Variable[] = [];
  let says: string[] = [];
  let used = false;
  for (const line of text.split('\n')) {
    const comment = /^#\s?(.*)$/.exec(line)?.[1];
    const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (comment !== undefined) {
      if (used) says = [];
      used = false;
      says.push(comment);
    } else if (name) {
      variables.push({ name, value, says: says.join(' ') });
      used = true;
    } else {
      says = [];
      used = false;
    }
  }
  return variables;
}

/** What `.env.example` lists, as a table. */
export function configurationTable(): string {
  const rows = readVariables(readFileSync('.env.example', 'utf8')).map(
    ({ name, value, says }) =>
      `<tr><td><code>${name}</code></td><td>${value ? `<code>${escapeHtml(value)}</code>` : 'not set'}</td><td>${escapeHtml(says)}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Variable</th><th scope="col">Default</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
