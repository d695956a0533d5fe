import { useState } from 'react';
import { type Audience, audienceFormSchema, type AudienceForm } from '#src/shared/audiences.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { ApiError } from '#src/web/lib/api/api.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { FILTER_FIELDS, filterOf, type FilterTexts, isDays, LiveCount, textsOf } from './filter-fields.tsx';

type Values = FilterTexts & { name: string };

/** Makes an audience, or changes one: a list has a name, a filter its conditions as well. */
export function AudienceFields({
  audience,
  save,
  onClose,
}: {
  audience: Audience | null;
  save: (form: AudienceForm) => Promise<unknown>;
  onClose: () => void;
}) {
  const [kind, setKind] = useState<'list' | 'filter'>(audience?.kind === 'list' ? 'list' : 'filter');
  const check = ({ name, ...texts }: Values): Checked<AudienceForm> => {
    const named = checkBy(audienceFormSchema, { name });
    if (kind === 'list') return named;
    const { data: filter, faults } = filterOf(texts);
    if (named.faults || faults) return { faults: { ...named.faults, ...faults } };
    return { data: { ...named.data, filter } };
  };
  const { onSubmit, busy, field, watch } = useCheckedForm<Values, AudienceForm>({
    defaults: { name: audience?.name ?? '', ...textsOf(audience?.filter ?? {}) },
    start: 'name',
    check,
    submit: async (form, { refuse }) => {
      try {
        await save(form);
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse('name', error.message);
      }
    },
  });
  const texts = watch();
  return (
    <form
      noValidate
      aria-label={audience ? 'Change audience' : 'New audience'}
      className="mb-8 max-w-180 border-l-2 border-rule pl-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="off" maxLength={120} {...field('name')} />
        {audience ? null : (
          <Select
            label="Kind"
            value={kind}
            options={[
              { value: 'filter', label: 'Filter: everyone who matches' },
              { value: 'list', label: 'List: contacts you add' },
            ]}
            onChange={(event) => setKind(event.target.value === 'list' ? 'list' : 'filter')}
          />
        )}
        {kind === 'filter' ? (
          <>
            {FILTER_FIELDS.map(({ name, label, placeholder }) => (
              <TextField
                key={name}
                label={label}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={placeholder}
                inputMode={isDays(name) ? 'numeric' : undefined}
                {...field(name)}
              />
            ))}
            <div className="sm:col-span-2">
              <LiveCount texts={texts} />
            </div>
          </>
        ) : null}
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Saving...' : 'Save audience'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}
