import { type FeedKey, feedKeyFormSchema, type MarketDataProvider, planOf } from '#src/shared/market-data.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { connectKey } from './queries.ts';

type Values = { keyId: string; secret: string; plan: string; extended: boolean };
const FIELDS: readonly (keyof Values)[] = ['keyId', 'secret', 'plan', 'extended'];
const fieldOf = (name: string | null | undefined): keyof Values =>
  FIELDS.find((each) => each === name) ?? 'secret';

/** Connects a source, or replaces its key. It is asked whether the key works before the key is kept. */
export function KeyForm({
  provider,
  connected,
  onDone,
}: {
  provider: MarketDataProvider;
  connected: FeedKey | null;
  onDone: () => void;
}) {
  const { run } = useActOn('feeds');
  const { onSubmit, busy, field, watch } = useCheckedForm({
    defaults: {
      keyId: '',
      secret: '',
      plan: connected?.plan ?? provider.plans[0].id,
      extended: connected?.extended ?? false,
    } as Values,
    check: ({ keyId, secret, plan, extended }) =>
      checkBy(
        feedKeyFormSchema,
        {
          provider: provider.id,
          secret,
          plan,
          extended,
          ...(provider.fields.some(({ name }) => name === 'keyId') && { keyId }),
        },
        ([first]) => fieldOf(String(first)),
      ),
    submit: async (form, { refuse }) => {
      const kept = await run(() => connectKey(form), {
        onRefused: ({ message, field: name }) => refuse(fieldOf(name), message),
      });
      if (!kept) return;
      toast({
        title: connected ? 'The key is replaced' : `${provider.title} is connected`,
        description: 'Watch its symbols above.',
      });
      onDone();
    },
  });
  const plan = planOf(provider, watch('plan') ?? '');
  return (
    <form
      noValidate
      aria-label={connected ? `Replace the key of ${provider.title}` : `Connect ${provider.title}`}
      className="mt-4 max-w-180"
      onSubmit={onSubmit}
    >
      <p className="max-w-text pb-4 text-sm text-ink-2">
        {provider.steps}{' '}
        <a href={provider.keysUrl} rel="noreferrer" target="_blank" className="underline">
          Open {provider.title}
        </a>
      </p>
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        {provider.fields.map(({ name, label, isSecret }) =>
          isSecret ? (
            <PasswordField key={name} label={label} autoComplete="off" {...field(name)} />
          ) : (
            <TextField
              key={name}
              label={label}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...field(name)}
            />
          ),
        )}
        <div className="sm:col-span-2">
          <Select
            label="Your plan there"
            hint={`${plan.says} ${plan.symbols === null ? 'No limit of symbols.' : `Up to ${plan.symbols} symbols.`}`}
            options={provider.plans.map(({ id, title }) => ({ value: id, label: title }))}
            {...field('plan')}
          />
        </div>
        {provider.hasExtended ? (
          <div className="sm:col-span-2">
            <Checkbox label="Pre-market and after-hours too, 4:00 to 20:00 New York" {...field('extended')} />
          </div>
        ) : null}
        <p className="text-xs text-ink-2 sm:col-span-2">{provider.license}</p>
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Checking...' : connected ? 'Replace' : 'Connect'}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}
