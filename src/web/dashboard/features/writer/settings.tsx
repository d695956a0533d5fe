import {
  findProvider,
  listedPrice,
  MODEL_PROVIDERS,
  type ProviderId,
  WRITER_OUTCOMES,
  type WriterChange,
  writerChangeSchema,
  type WriterSettings,
} from '#src/shared/content/ai-writer.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy, type Checked } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { changeWriter, checkWriter } from './queries.ts';

type Values = {
  on: boolean;
  source: 'own' | 'installation';
  provider: ProviderId;
  address: string;
  model: string;
  key: string;
  inputPrice: string;
  outputPrice: string;
  cap: string;
};

const ofSettings = (settings: WriterSettings): Values => ({
  on: settings.on,
  source: settings.source,
  provider: settings.provider,
  address: settings.address ?? '',
  model: settings.model ?? findProvider(settings.provider).models[0]?.id ?? '',
  key: '',
  inputPrice: settings.inputPrice === null ? '' : String(settings.inputPrice),
  outputPrice: settings.outputPrice === null ? '' : String(settings.outputPrice),
  cap: String(settings.capCents / 100),
});

const amount = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

/** Fields that aren't on the screen aren't part of the values, and stay as they are. */
function changeOf(values: Partial<Values>): Checked<WriterChange> {
  const { on, source, provider, address, model, key, inputPrice, outputPrice, cap } = values;
  return checkBy(
    writerChangeSchema,
    {
      ...(on !== undefined && { on }),
      ...(source !== undefined && { source }),
      ...(provider !== undefined && { provider }),
      ...(address !== undefined && { address: address.trim() === '' ? null : address }),
      ...(model !== undefined && { model }),
      // An empty field leaves the kept key.
      ...(key !== undefined && key !== '' && { key }),
      ...(inputPrice !== undefined && { inputPrice: amount(inputPrice) }),
      ...(outputPrice !== undefined && { outputPrice: amount(outputPrice) }),
      ...(cap !== undefined && { capCents: Math.round((amount(cap) ?? 0) * 100) }),
    },
    ([first]) => (first === 'capCents' ? 'cap' : String(first)),
  );
}

/** Which model writes, with what key, and what it may cost. */
export function Settings({ settings, mayWrite }: { settings: WriterSettings; mayWrite: boolean }) {
  const { run } = useActOn('account');
  const form = useCheckedForm<Values, WriterChange>({
    defaults: ofSettings(settings),
    check: changeOf,
    submit: async (change, { refuse }) => {
      const kept = await run(() => changeWriter(change), {
        onRefused: ({ message, field }) => refuse(fieldOf(field), message),
      });
      if (!kept) return;
      form.set('key', '');
      toast({ title: 'Saved', description: kept.done.on ? 'The model writes your alerts.' : 'It’s off.' });
    },
  });
  const { onSubmit, busy, field, watch } = form;
  const { installation } = settings;
  const source = installation ? (watch('source') ?? settings.source) : 'own';
  const provider = findProvider(watch('provider') ?? settings.provider);
  const listed = listedPrice(watch('provider') ?? settings.provider, watch('model') ?? '');
  const hint = listed
    ? `Leave it empty for the listed price: $${listed.input / 10_000}.`
    : 'US dollars. We don’t know the price of this model.';
  return (
    <section aria-labelledby="writer-settings" className="mt-8">
      <h2 id="writer-settings" className="headline text-h3">
        Model
      </h2>
      <State settings={settings} mayWrite={mayWrite} />
      {mayWrite ? (
        <form noValidate aria-label="Writer settings" className="mt-5 max-w-180" onSubmit={onSubmit}>
          <Changes says className="grid items-start gap-5 sm:grid-cols-2">
            <div className="sm:col-span-2">
              <Checkbox label="Have a model write the alerts" {...field('on')} />
            </div>
            {installation ? (
              <Select
                label="Whose model"
                hint={`${installation.provider}, ${installation.model}: up to $${installation.capCents / 100} a month, included.`}
                options={[
                  { value: 'installation', label: 'The included one' },
                  { value: 'own', label: 'Our own, with our key' },
                ]}
                {...field('source')}
              />
            ) : null}
            {source === 'own' ? (
              <>
                <Select
                  label="Provider"
                  options={MODEL_PROVIDERS.map(({ id, title }) => ({ value: id, label: title }))}
                  {...field('provider')}
                />
                <TextField
                  label="Model"
                  hint={
                    provider.models.length > 0
                      ? `Such as ${provider.models.map(({ id }) => id).join(', ')}.`
                      : 'As the server calls it.'
                  }
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  {...field('model')}
                />
                <PasswordField
                  label="API key"
                  hint={
                    settings.keySet
                      ? 'A key is set. Leave this empty to keep it; another provider or address needs a new one.'
                      : provider.needsKey
                        ? 'It’s encrypted and never shown again.'
                        : 'Only if the server wants one.'
                  }
                  autoComplete="off"
                  {...field('key')}
                />
                <TextField
                  label="Address"
                  hint={
                    provider.address === null
                      ? 'Of the server’s API, with its version.'
                      : `Leave it empty for ${provider.title}’s own.`
                  }
                  placeholder={provider.address ?? provider.placeholder}
                  type="url"
                  inputMode="url"
                  autoComplete="off"
                  {...field('address')}
                />
                <TextField
                  label="Price of a million tokens in"
                  hint={hint}
                  inputMode="decimal"
                  autoComplete="off"
                  {...field('inputPrice')}
                />
                <TextField
                  label="Price of a million tokens out"
                  hint={listed ? `Listed: $${listed.output / 10_000}.` : 'US dollars.'}
                  inputMode="decimal"
                  autoComplete="off"
                  {...field('outputPrice')}
                />
                <TextField
                  label="Monthly cap in US dollars"
                  hint="At the cap, the built-in writer takes over until the month ends."
                  inputMode="decimal"
                  autoComplete="off"
                  {...field('cap')}
                />
              </>
            ) : null}
            <p className="sm:col-span-2">
              <Button type="submit" variant="primary" busy={busy}>
                Save
              </Button>
            </p>
          </Changes>
        </form>
      ) : null}
    </section>
  );
}

const FIELDS: readonly (keyof Values)[] = [
  'source',
  'provider',
  'address',
  'model',
  'key',
  'inputPrice',
  'outputPrice',
];
/** A refusal without a field of the form is about whether it's on. */
const fieldOf = (name: string | null): keyof Values => FIELDS.find((each) => each === name) ?? 'on';

/** How it is now, and the check. */
function State({ settings, mayWrite }: { settings: WriterSettings; mayWrite: boolean }) {
  const { busy, run } = useActOn('account');
  const { on, problem, checkedAt, checkedOutcome, model } = settings;
  const isReady = on || model !== null;
  const check = async (): Promise<void> => {
    const made = await run(checkWriter, { failure: 'The check failed' });
    if (!made) return;
    const { outcome, says, tookMs } = made.done;
    toast({
      title: outcome === 'written' ? 'The model works' : 'The model doesn’t work yet',
      description: outcome === 'written' ? `It answered in ${(tookMs / 1000).toFixed(1)} s.` : says,
      ...(outcome === 'written' ? {} : { variant: 'destructive' as const }),
    });
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3 border-y border-line py-3 text-sm">
      <StatusTag
        tone={problem ? 'fault' : on ? 'done' : 'waiting'}
        label={problem ?? (on ? 'A model writes your alerts' : 'Off: the built-in writer writes your alerts')}
      />
      {checkedAt && checkedOutcome ? (
        <span className="text-ink-2">
          Checked <Time at={checkedAt} />:{' '}
          {checkedOutcome === 'written' ? 'it works.' : WRITER_OUTCOMES[checkedOutcome]}
        </span>
      ) : null}
      {mayWrite && isReady ? (
        <Changes>
          <Button size="sm" busy={busy} onClick={() => void check()}>
            Check
          </Button>
        </Changes>
      ) : null}
    </div>
  );
}
