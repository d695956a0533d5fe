import { fromMarks } from '#src/shared/content/marks.ts';
import type { ChosenFormats } from '#src/shared/formats.ts';
import { languageOf } from '#src/engine/content/languages/registry.ts';
import { isSlot, nodeText, type Text } from '#src/shared/content/text.ts';

type MachineFigure = { value: string; unit: 'percent' | null };

/**
 * The one figure that a text of a document is, as a program reads it: "-11,98 %" of a German alert is "-11.98" percent. It
 * is the figure as the alert states it, with its places; null for a text that is no single figure.
 */
export function machineFigure(text: Text, language: string, formats?: ChosenFormats): MachineFigure | null {
  const [only, ...more] = text.filter((node) => nodeText(node).trim() !== '');
  if (!only || more.length > 0 || !isSlot(only) || only.slot !== 'figure') return null;
  const [, sign = '', digits = '', percent = ''] =
    /^([+\u2212-]?)(.*?)([\s\u00a0]?%)?$/u.exec(only.text) ?? [];
  const english = fromMarks(digits, languageOf(language), formats);
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(english)) return null;
  const value = english.replaceAll(',', '');
  return {
    value: sign === '-' || sign === '\u2212' ? `-${value}` : value,
    unit: percent === '' ? null : 'percent',
  };
}
