import { useState } from 'react';
import {
  type Audience,
  type AudienceChange,
  type AudienceForm,
  audienceFormSchema,
} from '#src/shared/audiences.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { ApiError } from '#src/web/lib/api/api.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { AttentionFields, attentionOf, attentionTexts, type AttentionTexts } from './budget-fields.tsx';
import { FILTER_FIELDS, filterOf, type FilterTexts, isDays, LiveCount, textsOf } from './filter-fields.tsx';

type Values = FilterTexts & AttentionTexts & { name: string };

/** How much the members get, whose audience is built in. */
export function MembersFields({
  audience,
  save,
  onClose,
}: {
  audience: Audience;
  save: (form: AudienceChange) => Promise<unknown>;
  onClose: () => void;
}) {
  const { onSubmit, busy, field } = useCheckedForm<AttentionTexts, AudienceChange>({
    defaults: attentionTexts(audience),
    start: 'perHour',
    check: attentionOf,
    submit: async (form, { refuse }) => {
      try {
        await save(form);
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse('perHour', error.message);
      }
    },
  });
  return (
    <form
      noValidate
      aria-label="Change audience"
      className="mb-8 max-w-180 border-l-2 border-rule pl-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        <AttentionFields field={field} />
        <SaveOrCancel busy={busy} onClose={onClose} />
      </Changes>
    </form>
  );
}

function SaveOrCancel({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <p className="flex gap-3 sm:col-span-2">
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? 'Saving...' : 'Save audience'}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </p>
  );
}

/** Makes an audience, or changes one: a list has a name and how much it gets, a filter its conditions as well. */
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
  const check = ({
    name,
    perHour,
    perDay,
    timeZone,
    groupMinutes,
    ...texts
  }: Values): Checked<AudienceForm> => {
    const named = checkBy(audienceFormSchema, { name });
    const { data: attention, faults: over } = attentionOf({ perHour, perDay, timeZone, groupMinutes });
    const { data: filter, faults } = kind === 'list' ? {} : filterOf(texts);
    if (named.faults || over || faults) return { faults: { ...named.faults, ...faults, ...over } };
    return { data: { ...named.data, ...(filter && { filter }), ...attention } };
  };
  const { onSubmit, busy, field, watch } = useCheckedForm<Values, AudienceForm>({
    defaults: {
      name: audience?.name ?? '',
      ...textsOf(audience?.filter ?? {}),
      ...attentionTexts(audience ?? { budget: null, groupMinutes: null }),
    },
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
        <AttentionFields field={field} />
        <SaveOrCancel busy={busy} onClose={onClose} />
      </Changes>
    </form>
  );
}
