import { type ApiKeyForm, apiKeyFormSchema, KEY_SCOPES, type KeyScope } from '#src/shared/api-keys.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { makeKey, type NewKey } from './queries.ts';

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'No expiration' },
];
const SCOPES = Object.entries(KEY_SCOPES) as [KeyScope, (typeof KEY_SCOPES)[KeyScope]][];
type Values = { name: string; scopes: KeyScope[]; life: string; password: string };

/** Creates a key. Scopes that only read are ticked; those that change something are up to the user. */
export function KeyForm({
  onMade,
  onClose,
}: {
  onMade: (made: NewKey) => Promise<void>;
  onClose: () => void;
}) {
  const { onSubmit, busy, field } = useCheckedForm<Values, ApiKeyForm>({
    defaults: {
      name: '',
      scopes: SCOPES.flatMap(([scope, { changes }]) => (changes ? [] : [scope])),
      life: '90',
      password: '',
    },
    start: 'name',
    check: ({ life, ...typed }) => {
      const read = checkBy(apiKeyFormSchema, { ...typed, expiresInDays: life === '' ? null : Number(life) });
      return typed.password === ''
        ? { faults: { ...read.faults, password: 'Please provide your password.' } }
        : read;
    },
    submit: async (wanted, { refuse }) => {
      try {
        await onMade(await makeKey(wanted));
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        refuse('password', cause.message);
      }
    },
  });
  const { error: scopesFault, ...scopes } = field('scopes');

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      aria-label="Create API key"
      className="mb-8 grid max-w-140 gap-6 border-l-2 border-rule pl-5"
    >
      <TextField
        label="Name"
        autoComplete="off"
        placeholder="Nightly report"
        hint="The program that will use it."
        {...field('name')}
      />
      <fieldset aria-describedby={scopesFault ? 'key-scopes-error' : undefined}>
        <legend className="mb-2.5 text-sm font-medium">Scopes</legend>
        <div className="grid gap-3.5">
          {SCOPES.map(([scope, { label }]) => (
            <Checkbox
              key={scope}
              {...scopes}
              value={scope}
              label={
                <span className="flex flex-wrap gap-x-2">
                  <span>{label}</span> <span className="figure text-ink-2">{scope}</span>
                </span>
              }
            />
          ))}
        </div>
        {scopesFault ? <FieldError id="key-scopes-error">{scopesFault}</FieldError> : null}
      </fieldset>
      <div className="max-w-60">
        <Select label="Expires after" options={LIVES} {...field('life')} />
      </div>
      <div className="max-w-100">
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          hint="Confirms that it’s you."
          {...field('password')}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Processing...' : 'Create key'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
