import { ADD_ONS, formatPrice, PLANS } from '#src/shared/plans.ts';
import { escapeHtml } from './escape.ts';

/** The plans as they are sold (src/shared/plans.ts): what each includes and what it does not. */
export function plansTable(): string {
  const rows = PLANS.map(({ name, monthlyCents, features }) => {
    const list = (included: boolean) =>
      features
        .filter((each) => each.included === included)
        .map((each) => each.text)
        .join('; ');
    const without = list(false) && `. Not included: ${list(false)}`;
    return [name.site, formatPrice(monthlyCents), `${list(true)}${without}.`];
  });
  return table(['Plan', 'A month', 'What it includes'], rows);
}

export function addOnsTable(): string {
  const rows = ADD_ONS.map(({ name, description, monthlyCents }) => [
    name,
    description,
    formatPrice(monthlyCents),
  ]);
  return table(['Add-on', 'What it adds', 'A month'], rows);
}

function table(heads: string[], rows: string[][]): string {
  const row = (tag: 'th' | 'td', cells: string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row('th', heads)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`;
}
