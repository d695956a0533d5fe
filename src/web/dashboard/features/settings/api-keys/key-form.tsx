import { useEffect, useRef, useState, type FormEvent } from 'react';
import { apiKeyFormSchema, KEY_SCOPES, type KeyScope } from '#src/shared/api-keys.ts';
import { ApiError } from '#src/web/dashboard/lib/api.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { PasswordField } from '#src/web/ui/password-field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { makeKey, type NewKey } from './queries.ts';

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Until it is revoked' },
];
const SCOPES = Object.entries(KEY_SCOPES) as [KeyScope, (typeof KEY_SCOPES)[KeyScope]][];
type FieldName = 'name' | 'scopes' | 'password';

/** Asks for what a key needs; reading is chosen, and whatever changes something has to be. */
export function KeyForm({
  onMade,
  onClose,
}: {
  onMade: (made: NewKey) => Promise<void>;
  onClose: () => void;
}) {
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({});
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  // The button that was pressed is gone: typing goes on here.
  useEffect(() => {
    if (box.current) focusField(box.current, 'name');
  }, []);

  function refuse(form: HTMLFormElement, found: Partial<Record<FieldName, string>>): void {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === 'scopes') form.querySelector<HTMLInputElement>('input[type=checkbox]')?.focus();
    else if (first) focusField(form, first);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const { name = '', life = '', password = '' } = textValues(form);
    const parsed = apiKeyFormSchema.safeParse({
      name,
      scopes: SCOPES.map(([scope]) => scope).filter((scope) => new FormData(form).has(scope)),
      expiresInDays: life === '' ? null : Number(life),
      password,
    });
    const found: Partial<Record<FieldName, string>> = {};
    for (const { path, message } of parsed.error?.issues ?? []) found[path[0] as FieldName] ??= message;
    if (password === '') found.password = 'Please provide your password.';
    if (!parsed.success || password === '') {
      refuse(form, found);
      return;
    }
    setErrors({});
    setBusy(true);
    try {
      await onMade(await makeKey(parsed.data));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      refuse(form, { password: cause.message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={box}
      noValidate
      onSubmit={submit}
      aria-label="Make a key"
      className="mb-8 grid max-w-140 gap-6 border-l-2 border-rule pl-5"
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        placeholder="Nightly report"
        hint="The program that will use it."
        error={errors.name}
      />
      <fieldset aria-describedby={errors.scopes ? 'key-scopes-error' : undefined}>
        <legend className="mb-2.5 text-sm font-medium">What it may do</legend>
        <div className="grid gap-3.5">
          {SCOPES.map(([scope, { label, changes }]) => (
            <Checkbox
              key={scope}
              name={scope}
              defaultChecked={!changes}
              label={
                <span className="flex flex-wrap gap-x-2">
                  <span>{label}</span> <span className="figure text-ink-2">{scope}</span>
                </span>
              }
            />
          ))}
        </div>
        {errors.scopes ? <FieldError id="key-scopes-error">{errors.scopes}</FieldError> : null}
      </fieldset>
      <div className="max-w-60">
        <Select label="It works for" name="life" options={LIVES} defaultValue="90" />
      </div>
      <div className="max-w-100">
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          hint="So that nobody else at this screen makes one."
          error={errors.password}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Processing...' : 'Make the key'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
