import { readableOn, textOn } from '#src/shared/colors.ts';
import type { BrandEvent } from './events.ts';
import { ANCHOR } from './anchor.ts';
import {
  type BrandState,
  type Channel,
  CHANNELS,
  hashOf,
  initialOf,
  placeOf,
  readHash,
  shownName,
} from './state.ts';

const WHITE = '#ffffff';

/** Writes what a visitor chooses into the previews, and what a shared link says into the form. */
export function goLive(): void {
  const section = document.querySelector<HTMLElement>(`#${ANCHOR}`);
  const form = section?.querySelector<HTMLFormElement>('[data-yb="form"]');
  const data = section?.querySelector('#brand-events')?.textContent;
  if (!section || !form || !data || section.dataset['live']) return;
  section.dataset['live'] = '';
  const events = JSON.parse(data) as BrandEvent[];
  const all = (part: string): HTMLElement[] => [
    ...section.querySelectorAll<HTMLElement>(`[data-yb="${part}"]`),
  ];
  const field = (name: string): HTMLInputElement | null => form.querySelector(`input[name="${name}"]`);
  const radios = (name: string): HTMLInputElement[] => [
    ...section.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
  ];
  const chosen = (name: string): string => radios(name).find(({ checked }) => checked)?.value ?? '';
  const say = (part: string, text: string): void => {
    for (const each of all(part)) each.textContent = text;
  };
  const read = (): BrandState => ({
    name: field('name')?.value ?? '',
    // None of the swatches: the visitor's own color.
    color: chosen('color') || (field('own')?.value ?? ''),
    event: chosen('event'),
    channel: CHANNELS.find((each) => each === chosen('yb-channel')) ?? 'email',
  });

  function draw(): void {
    const { name: typed, color, event: id } = read();
    const name = shownName(typed);
    say('name', name);
    say('initial', initialOf(name));
    const colors = {
      '--brand': color,
      '--on-brand': textOn(color),
      '--brand-text': readableOn(color, WHITE, 4.5),
      '--brand-line': readableOn(color, WHITE),
    };
    for (const [property, value] of Object.entries(colors)) section?.style.setProperty(property, value);
    const event = events.find((each) => each.id === id);
    if (!event || !section) return;
    section.dataset['direction'] = event.direction;
    for (const part of ['headline', 'change', 'lead', 'day', 'label'] as const) say(part, event[part]);
    for (const line of all('points')) line.setAttribute('points', event.points);
    const [x, y] = placeOf(event.points);
    for (const dot of all('dot')) Object.assign(dot.style, { left: `${x}%`, top: `${y}%` });
  }

  function show({ name, color, event, channel }: BrandState): void {
    const [typed, own] = [field('name'), field('own')];
    if (typed) typed.value = name;
    if (own) own.value = color;
    for (const each of radios('color')) each.checked = each.value === color;
    for (const each of radios('event')) each.checked = each.value === event;
    for (const each of radios('yb-channel')) each.checked = each.value === (channel satisfies Channel);
  }

  const takeHash = (): void => {
    const state = readHash(
      location.hash,
      read(),
      events.map(({ id }) => id),
    );
    if (!state) return;
    show(state);
    draw();
    section.scrollIntoView();
  };
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'own')
      for (const each of radios('color')) each.checked = false;
    else if (target instanceof HTMLInputElement && target.name === 'color') {
      const own = field('own');
      if (own) own.value = target.value;
    }
    draw();
  });
  section.querySelector('[data-yb="copy"]')?.addEventListener('click', () => void copy());
  async function copy(): Promise<void> {
    const url = new URL(hashOf(read()), location.href).href;
    history.replaceState(history.state, '', url);
    try {
      await navigator.clipboard.writeText(url);
      say('copied', 'Link copied.');
    } catch {
      say('copied', 'Copy the address of this page.');
    }
  }
  addEventListener('hashchange', takeHash);
  takeHash();
  // It may have been used before this script ran.
  draw();
}
