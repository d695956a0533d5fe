import { useEffect, type RefObject } from 'react';
import { isCovered, isTyping } from './typing.ts';

/** `j` and `k` move the focus down and up the rows' links inside `box`; Enter then opens one, as any link. */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0 || isTyping(event) || isCovered()) return;
      const links = [...(box.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
      links[next]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [box]);
}
