import { useEffect, useLayoutEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ToastContent } from '#src/web/ui/toast/store.ts';
import { takeForm } from './handed-over.ts';
import { dropServerError, SERVER_TYPE } from './server-error.ts';

/**
 * Lets a React Hook Form begin with what already stands in its form on the page: what was typed before the script
 * came, or what the server answered, its sentences beside their fields. The form's markup carries `data-form={name}`
 * and React renders no error of its own at first.
 * @param say shows a toast; the same function at each rendering
 */
export function useHandedOver<T extends FieldValues>(
  name: string,
  {
    setValue,
    setError,
    setFocus,
    getFieldState,
    clearErrors,
  }: Pick<UseFormReturn<T>, 'setValue' | 'setError' | 'setFocus' | 'getFieldState' | 'clearErrors'>,
  say: (content: ToastContent) => unknown,
): void {
  const [handed] = useState(() => takeForm(name));
  useLayoutEffect(() => {
    for (const [field, value] of Object.entries(handed.values))
      setValue(field as FieldPath<T>, value as FieldPathValue<T, FieldPath<T>>);
    const { root, ...fields } = handed.errors;
    // It was sent and refused as a whole: said as the scripted way says it (specification, section 8).
    if (root !== undefined)
      say({
        title: 'Something went wrong!',
        description: 'Please try again later.',
        variant: 'destructive',
      });
    const wrong = Object.entries(fields);
    for (const [field, message] of wrong) setError(field as FieldPath<T>, { type: SERVER_TYPE, message });
    const [first] = wrong;
    if (first) setFocus(first[0] as FieldPath<T>);
    handed.settle();
    // Once settled nothing is handed over any more: what is typed from now on is React's.
  }, [handed, setValue, setError, setFocus, say]);
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`);
    const changed = ({ target }: Event): void => {
      const field = target instanceof Element && target.getAttribute('name');
      if (field) dropServerError<T>(field as FieldPath<T>, { getFieldState, clearErrors });
    };
    form?.addEventListener('input', changed);
    // Astro says an island is hydrated before React has rendered it; this says so once it has.
    if (form) form.dataset['live'] = '';
    return () => form?.removeEventListener('input', changed);
  }, [name, getFieldState, clearErrors]);
}
