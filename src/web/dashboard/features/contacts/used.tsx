import { Link } from 'react-router';
import { formatNumber } from '#src/web/ui/format.ts';
import { CONTACTS_NEAR, type ContactSummary } from '#src/shared/contacts.ts';
import { overPlanWords } from './words.ts';

/** How many of the plan's contacts are used; it stands out from 80 % on, and more so where there are too many. */
export function Used({ summary }: { summary: ContactSummary }) {
  const { total, allowed, limitedFrom } = summary;
  if (allowed === null)
    return <p className="figure pb-3 text-sm text-ink-2">{formatNumber(total)} contacts besides members</p>;
  if (limitedFrom !== null) return <Over total={total} allowed={allowed} limitedFrom={limitedFrom} />;
  const isNear = total >= allowed * CONTACTS_NEAR;
  return (
    <p role={isNear ? 'status' : undefined} className={`pb-3 text-sm ${isNear ? 'text-ink' : 'text-ink-2'}`}>
      <span className="figure">{formatNumber(total)}</span> of{' '}
      <span className="figure">{formatNumber(allowed)}</span> contacts used
      {isNear ? (
        <>
          . {total >= allowed ? 'No more can be added. ' : 'You’re close to the limit. '}
          <Link to="/plans" className="underline">
            Compare plans
          </Link>
        </>
      ) : null}
    </p>
  );
}

/** What to do about it is on the page: the list, from which contacts are deleted, and the way to a larger plan. */
function Over(over: { total: number; allowed: number; limitedFrom: string }) {
  const { title, text } = overPlanWords(over);
  return (
    <section aria-label="Plan" className="mb-5 max-w-180 border-l-2 border-rule bg-sunk py-3 pr-3 pl-5">
      <p className="text-base font-medium">{title}</p>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        {text}{' '}
        <Link to="/plans" className="underline">
          Compare plans
        </Link>
      </p>
    </section>
  );
}
