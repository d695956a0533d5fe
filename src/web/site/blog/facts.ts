import { facts as apple } from './subjects/apple.ts';
import { facts as approval } from './subjects/approval.ts';
import { facts as moves } from './subjects/moves.ts';
import { facts as pacing } from './subjects/pacing.ts';

const SUBJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  moves,
  apple,
  pacing,
  approval,
};
const SLOT = /\{\{([a-z]+)\.([a-zA-Z0-9]+)\}\}/g;

/**
 * Puts the figures counted from the records in place of `{{subject.name}}`, so that no post can say what the
 * records don't.
 * @throws Error naming a figure that nobody counts
 */
export function fillFacts(text: string): string {
  return text.replace(SLOT, (slot, subject: string, name: string) => {
    const group = Object.hasOwn(SUBJECTS, subject) ? SUBJECTS[subject] : undefined;
    const value = group && Object.hasOwn(group, name) ? group[name] : undefined;
    if (value === undefined || value === '') throw new Error(`No subject counts ${slot}.`);
    return value;
  });
}
