import { useQuery } from '@tanstack/react-query';
import {
  HOLD_SCOPES,
  type HoldForm as Form,
  holdFormSchema,
  type HoldScope,
} from '#src/shared/ledger-keeping.ts';
import { choicesQuery } from '#src/web/dashboard/lib/alert-choices.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { placeHold } from '../queries.ts';

const SCOPE_WORDS: Record<HoldScope, string> = {
  ledger: 'The whole ledger',
  brand: 'A brand',
  symbol: 'A symbol',
  alert: 'An alert',
};
const SCOPES = HOLD_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }));
const MISSING: Record<HoldScope, string> = {
  ledger: '',
  brand: 'Choose a brand.',
  symbol: 'Enter a symbol.',
  alert: 'Enter the alert’s id.',
};

type Values = { scope: HoldScope; target?: string; from: string; to: string; reason: string };

/** Places a hold. Of an alert that a search led from, its id is filled in. */
export function HoldForm({ alert, onClose }: { alert: string | null; onClose: () => void }) {
  const { data: choices } = useQuery(choicesQuery);
  const brands = choices?.brands ?? [];
  const { run } = useActOn('ledger');
  const { onSubmit, busy, field, watch } = useCheckedForm<Values, Form>({
    defaults: {
      scope: alert === null ? 'ledger' : 'alert',
      target: alert ?? '',
      from: '',
      to: '',
      reason: '',
    },
    check: ({ scope, target = '', from, to, reason }) => {
      const about = target.trim();
      if (scope !== 'ledger' && about === '') return { faults: { target: MISSING[scope] } };
      return checkBy(holdFormSchema, {
        scope,
        reason,
        ...(scope === 'ledger' ? {} : { target: about }),
        ...(from === '' ? {} : { from }),
        ...(to === '' ? {} : { to }),
      });
    },
    start: alert === null ? 'scope' : 'reason',
    closesHere: true,
    submit: async (form, { refuse }) => {
      const done = await run(() => placeHold(form), {
        onRefused: ({ code, message }) =>
          refuse(code === 'not_found' && form.scope !== 'ledger' ? 'target' : 'reason', message),
      });
      if (!done) return;
      toast({ title: 'Hold placed', description: 'Nothing it covers is pruned until an owner lifts it.' });
      onClose();
    },
  });
  const scope = watch('scope');
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Place a hold" className="mt-5 max-w-180">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select label="Hold" options={SCOPES} {...field('scope')} />
        {scope === 'brand' ? (
          <Select
            key="brand"
            label="Brand"
            options={[
              { value: '', label: 'Choose a brand' },
              ...brands.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...field('target')}
          />
        ) : scope === 'ledger' ? null : (
          <TextField
            key={scope}
            label={scope === 'symbol' ? 'Symbol' : 'Alert'}
            hint={
              scope === 'symbol'
                ? 'As in your alerts, such as BTC-USD.'
                : 'Its id, the end of its page’s address.'
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            {...field('target')}
          />
        )}
      </div>
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
        <TextField label="From (optional)" type="date" hint="The first day, in UTC." {...field('from')} />
        <TextField label="To (optional)" type="date" hint="The last day." {...field('to')} />
      </div>
      <div className="mt-4">
        <TextArea
          label="Reason"
          hint="On the ledger under your name. A hold can’t be changed or deleted, only lifted."
          rows={3}
          maxLength={500}
          {...field('reason')}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Placing...' : 'Place the hold'}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
