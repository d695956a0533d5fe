import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Timeframe } from '#src/shared/market.ts';
import { levelIn } from '#src/shared/rules/levels.ts';
import { ruleAt } from '#src/web/dashboard/lib/level/rule-at.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';

/** A rule for a price that is typed: for the keyboard, and for exact prices. */
export function AlertAt({
  symbol,
  timeframe,
  price,
}: {
  symbol: string;
  timeframe: Timeframe;
  /** What it begins with. */
  price: string;
}) {
  const [typed, setTyped] = useState(price);
  const [error, setError] = useState<string | undefined>();
  const navigate = useNavigate();
  function go(): void {
    const level = levelIn(typed.trim());
    if (level === null) return setError('Enter a price above 0, such as 118.5.');
    void navigate(ruleAt({ symbol, timeframe }, level));
  }
  return (
    <form
      className="mt-3 flex max-w-100 items-start gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label="Alert me at"
          inputMode="decimal"
          error={error}
          value={typed}
          onChange={(event) => {
            setError(undefined);
            setTyped(event.target.value);
          }}
        />
      </div>
      <Button type="submit" className="mt-6.5">
        Create rule
      </Button>
    </form>
  );
}
