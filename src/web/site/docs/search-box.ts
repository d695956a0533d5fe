import { type Hit, search, wordsOf, mark } from './search.ts';
import type { Section } from './sections.ts';

const LOST = 'The search could not be loaded. Type again to try once more.';

const box = document.querySelector<HTMLElement>('[data-docs-search]');
const input = box?.querySelector('input');
const hits = box?.querySelector<HTMLElement>('[data-hits]');
const count = box?.querySelector<HTMLElement>('[data-count]');
if (box && input && hits && count) start(box, input, hits, count);

function start(box: HTMLElement, input: HTMLInputElement, hits: HTMLElement, count: HTMLElement): void {
  const sections = loader();
  box.hidden = false;
  input.addEventListener('focus', () => void sections().catch(() => undefined), { once: true });
  input.addEventListener('input', () => void show());
  input.addEventListener('focus', () => void show());

  async function show(): Promise<void> {
    const asked = input.value;
    if (wordsOf(asked).length === 0) return close();
    const found = await sections().catch(() => null);
    // Another letter may have come meanwhile.
    if (input.value !== asked) return;
    if (found === null) tell(LOST, LOST);
    else {
      const best = search(found, asked);
      const counted = best.length === 1 ? '1 result' : `${best.length} results`;
      if (best.length === 0) tell(`Nothing is written about “${asked.trim()}”.`, counted);
      else tell(list(best, wordsOf(asked)), counted);
    }
  }

  /** Shows a list or a sentence, and has `said` read aloud. */
  function tell(shown: HTMLElement | string, said: string): void {
    const sentence = () => Object.assign(document.createElement('p'), { textContent: shown });
    hits.replaceChildren(typeof shown === 'string' ? sentence() : shown);
    hits.hidden = false;
    count.textContent = said;
  }

  function close(): void {
    hits.hidden = true;
    hits.replaceChildren();
    count.textContent = '';
  }

  const links = () => [...hits.querySelectorAll<HTMLAnchorElement>('a')];
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !hits.hidden) {
      event.preventDefault();
      close();
      input.focus();
      return;
    }
    if (event.key === 'Enter' && event.target === input) {
      links()[0]?.click();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || hits.hidden) return;
    event.preventDefault();
    const all = [input, ...links()];
    const at = all.findIndex((each) => each === document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
  });
  box.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && box.contains(event.relatedTarget))) close();
  });
  // A result on this same page: the list must not stay over what it leads to.
  hits.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) close();
  });
  document.addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** Asks for the index once; after a failure again. */
function loader(): () => Promise<Section[]> {
  let asked: Promise<Section[]> | null = null;
  return () => {
    asked ??= fetch('/documentation/search.json').then(async (answer) => {
      if (!answer.ok) throw new Error(`The search index answered ${answer.status}.`);
      return (await answer.json()) as Section[];
    });
    asked.catch(() => (asked = null));
    return asked;
  };
}

function list(found: Hit[], words: string[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { section, excerpt } of found) {
    const link = document.createElement('a');
    link.href = section.href;
    const name = span('docs-hit-name', section.heading || section.title, words);
    const where = document.createElement('span');
    where.className = 'docs-hit-where';
    where.textContent = section.heading ? section.title : '';
    const text = document.createElement('span');
    text.className = 'docs-hit-text';
    for (const piece of excerpt) text.append(pieceOf(piece));
    link.append(name, where, text);
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}

function span(className: string, text: string, words: string[]): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  for (const piece of mark(text, words)) element.append(pieceOf(piece));
  return element;
}

function pieceOf({ text, hit }: { text: string; hit: boolean }): Node {
  if (!hit) return document.createTextNode(text);
  return Object.assign(document.createElement('mark'), { textContent: text });
}
