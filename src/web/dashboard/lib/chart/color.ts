/** A color of the current theme, as a chart’s canvas takes it. */
export function colorOf(host: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  // With reduced motion every change lasts an instant; read at once, the color would be the one before.
  probe.style.transitionProperty = 'none';
  probe.style.color = `var(--color-${name})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Several at once, by name. */
export const colorsOf = <N extends string>(host: HTMLElement, names: readonly N[]): Record<N, string> =>
  Object.fromEntries(names.map((name) => [name, colorOf(host, name)])) as Record<N, string>;
