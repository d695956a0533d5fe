import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a form that stands in the page before its script: Enter or a press that comes too early is kept (site/boot.js)
 * and carried out once the form is `ready`. Spread it over the `<form>`; its button stays enabled meanwhile.
 */
export function useEarlySubmit(ready: boolean): {
  ref: RefObject<HTMLFormElement | null>;
  'data-early': '' | undefined;
} {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = ref.current;
    if (!ready || form?.dataset['asked'] === undefined) return;
    delete form.dataset['asked'];
    form.requestSubmit();
  }, [ready]);
  return { ref, 'data-early': ready ? undefined : '' };
}
