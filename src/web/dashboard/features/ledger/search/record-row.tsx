import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#src/shared/plural.ts';
import type { RecordedAlert } from '#src/shared/ledger-search.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Time } from '#src/web/ui/time.tsx';
import { CaseButton } from './case-button.tsx';
import { Decisions } from './decisions.tsx';
import { RecordDetail } from './record-detail.tsx';
import { outcomeWords, priceOf } from './words.ts';

/** An alert as the ledger has it: in short, and with everything that was said, shown and sent. */
export function RecordRow({
  item,
  onApprover,
}: {
  item: RecordedAlert;
  onApprover: (person: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const mayHold = useMay('ledger:hold') === true;
  const { alert, title, symbol, brand, at, said, decisions } = item;
  const name = title || 'An alert without a title';
  const [first] = said;
  const price = priceOf(item);
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 text-base font-medium wrap-anywhere">
          <Link
            to={`/alerts/${alert}`}
            data-row-link
            className="rounded-xs underline decoration-rule underline-offset-4 hover:decoration-ink"
          >
            {name}
          </Link>
        </h2>
        <p className="text-sm text-ink-2">
          <Time at={at} exact />
        </p>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        {symbol === null ? null : <span className="figure wrap-anywhere text-ink">{symbol}</span>}
        {price === null ? null : <span className="figure wrap-anywhere">{price}</span>}
        <span className="wrap-anywhere">{brand.name}</span>
        <span>{outcomeWords(item)}</span>
      </p>
      <Decisions decisions={decisions} onApprover={onApprover} />
      {open || !first ? null : (
        <p className="mt-2 line-clamp-2 max-w-180 text-sm text-ink-2 wrap-anywhere">{first.text}</p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:-ml-3">
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={open}
          aria-controls={id}
          className="sm:-ml-3"
          onClick={() => setOpen(!open)}
        >
          <ChevronDown
            size={14}
            aria-hidden="true"
            className={cx('transition-transform', open && 'rotate-180')}
          />
          {open ? 'Show less' : `Show ${counted(said.length, 'text')}, figures and recipients`}
          <span className="sr-only"> of {name}</span>
        </Button>
        <CaseButton alert={alert} name={name} />
        {mayHold ? (
          <Link
            to={`/ledger/retention?hold=${alert}`}
            aria-label={`Place a hold on ${name}`}
            className={buttonClass('quiet', 'sm')}
          >
            Place a hold
          </Link>
        ) : null}
      </div>
      <div id={id}>{open ? <RecordDetail item={item} /> : null}</div>
    </li>
  );
}
