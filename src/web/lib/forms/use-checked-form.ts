import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type { Checked } from './check.ts';
import { useUnsaved } from './unsaved.ts';

type Name<V extends FieldValues> = FieldPath<V>;

/** What a submit handler can do with its form. */
type FormTools<V extends FieldValues> = {
  /** Shows a sentence at a field and focuses it, e.g. why the server rejected it. */
  refuse: (name: Name<V>, message: string) => void;
  /** Clears the form; with values, those stay. */
  reset: (values?: DefaultValues<V>) => void;
  focus: (name: Name<V>) => void;
  /** Nothing was stored: leaving the screen still asks. `refuse` says so as well. */
  notSaved: () => void;
};

/**
 * A form: what is typed, its faults at their fields, and one submission at a time. A fault gets the focus, and goes away
 * once the field is right. Fields that aren't on the screen are not part of the values. In the account area, leaving
 * with something typed that wasn't sent asks first.
 * @param defaults what the fields start with; leave it out where the page was built before its script and the controls
 *   already hold what a visitor typed
 */
export function useCheckedForm<V extends FieldValues, T>({
  defaults,
  check,
  submit,
  start,
  asksToLeave = defaults !== undefined,
  closesHere = false,
}: {
  defaults?: DefaultValues<V>;
  check: (values: V) => Checked<T>;
  submit: (data: T, form: FormTools<V>) => Promise<unknown> | void;
  /** The field that gets the focus as the form opens, and when another is named. */
  start?: Name<V>;
  /** False for a choice or a password, which nobody misses. */
  asksToLeave?: boolean;
  /** The screen can stay and close this form by showing something else: that asks as well. */
  closesHere?: boolean;
}) {
  const {
    register,
    handleSubmit,
    setError,
    setFocus,
    setValue,
    getValues,
    reset,
    watch,
    clearErrors,
    formState,
  } = useForm<V, unknown, V>({
    ...(defaults && { defaultValues: defaults }),
    resolver: resolverOf(check),
    shouldUnregister: true,
    shouldFocusError: false,
  });
  const { errors } = formState;
  useEffect(() => {
    if (start !== undefined) setFocus(start);
  }, [start, setFocus]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  /** The values before the first change since they were last stored. */
  const before = useRef<string | null>(null);
  const stored = useRef(false);
  const textOf = () => JSON.stringify(getValues());
  const begin = (): void => {
    before.current ??= textOf();
  };
  // What is being sent is on its way: a handler may lead on to another screen.
  useUnsaved(
    () => asksToLeave && !sending.current && before.current !== null && before.current !== textOf(),
    closesHere,
  );
  const notSaved = (): void => {
    stored.current = false;
  };
  const tools: FormTools<V> = {
    notSaved,
    refuse: (name, message) => {
      notSaved();
      setError(name, { type: 'server', message });
      setFocus(name);
    },
    reset: (values = defaults) => {
      reset(values);
      // A reset leaves the values empty until the controls register again, and what is watched would be undefined.
      for (const [name, value] of Object.entries(values ?? {})) setValue(name as Name<V>, value);
    },
    focus: (name) => setFocus(name),
  };

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    // A second press may come before the button is drawn as disabled.
    if (sending.current) return;
    sending.current = true;
    try {
      await handleSubmit(
        async (values) => {
          const { data } = check(values);
          if (data === undefined) return;
          setBusy(true);
          stored.current = true;
          await submit(data, tools);
          if (stored.current) before.current = null;
        },
        (found) => focusFirst(form, found),
      )();
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  const errorOf = (name: Name<V>): string | undefined => {
    const message: unknown = errors[name]?.message;
    return typeof message === 'string' ? message : undefined;
  };
  return {
    ...tools,
    onSubmit,
    busy,
    errorOf,
    /** The attributes of a control, and its fault. */
    field: (name: Name<V>) => {
      const { onChange, ...control } = register(name);
      return {
        ...control,
        onChange: (event: Parameters<typeof onChange>[0]) => {
          begin();
          return onChange(event);
        },
        error: errorOf(name),
      };
    },
    watch,
    values: () => getValues(),
    /** Takes back the sentence at a field. */
    clear: (name: Name<V>): void => clearErrors(name),
    set: <N extends Name<V>>(name: N, value: FieldPathValue<V, N>): void => {
      begin();
      setValue(name, value);
      clearErrors(name);
    },
  };
}

/** In the order of the screen; the library's own order is that of registration. */
function focusFirst(form: HTMLFormElement, found: object): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLElement) || !('name' in control) || typeof control.name !== 'string')
      continue;
    if (control.name in found) return control.focus();
  }
}

function resolverOf<V extends FieldValues, T>(check: (values: V) => Checked<T>): Resolver<V, unknown, V> {
  return (values) => {
    const { faults } = check(values);
    if (faults === undefined) return { values, errors: {} };
    const errors = Object.fromEntries(
      Object.entries(faults).map(([name, message]) => [name, { type: 'check', message }]),
    );
    return { values: {}, errors: errors as FieldErrors<V> };
  };
}
