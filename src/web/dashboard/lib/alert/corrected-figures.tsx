import type { CorrectedFigure } from '#src/shared/bar-corrections.ts';
import { figureLabel } from './figure-words.ts';

const CELL = 'border-b border-line py-1.5 pr-4 text-left align-baseline';

const SPANS: Readonly<Record<string, string>> = {
  change_1d_pct: 'Change, 1 day',
  change_1w_pct: 'Change, 1 week',
  change_1m_pct: 'Change, 1 month',
};

/** As the alert calls it, or where its text has it from. */
function nameOf({ label, of }: CorrectedFigure): string {
  if (label) return label;
  const [group, key = ''] = of.split('.');
  return SPANS[key] ?? figureLabel(group === 'previous' ? `previous_${key}` : key || of);
}

/** What readers saw beside what the corrected bars give. */
export function CorrectedFigures({ figures }: { figures: readonly CorrectedFigure[] }) {
  if (figures.length === 0) return null;
  return (
    <table className="mt-3 w-full max-w-120 border-t border-line text-sm">
      <thead>
        <tr className="text-xs text-ink-2">
          {['Figure', 'Published', 'Corrected'].map((name) => (
            <th key={name} scope="col" className={`${CELL} font-normal`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr key={`${figure.of} ${figure.said}`}>
            <th scope="row" className={`${CELL} font-normal wrap-anywhere`}>
              {nameOf(figure)}
            </th>
            <td className={`${CELL} figure text-ink-2 line-through wrap-anywhere`}>{figure.said}</td>
            <td className={`${CELL} figure font-medium wrap-anywhere`}>{figure.right ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
