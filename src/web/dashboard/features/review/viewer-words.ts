/** `Ada is looking at this`, `Ada and Grace are looking at this`, `Ada, Grace and 2 others are looking at this`. */
export function viewerWords(names: readonly string[]): string {
  const [first, second, ...others] = names;
  if (first === undefined) return '';
  if (second === undefined) return `${first} is looking at this`;
  if (others.length === 0) return `${first} and ${second} are looking at this`;
  return `${first}, ${second} and ${others.length} ${others.length === 1 ? 'other' : 'others'} are looking at this`;
}
