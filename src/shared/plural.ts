/** "1 bar", "20 bars". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

const ONE =
  /(?<![\d.,])1 (bar|row|day|rule|minute|hour|document|folder|session|symbol|deviation|range|alert)s\b/g;

/** Text from a template whose nouns are plural: "over 1 bars" becomes "over 1 bar". */
export const singularOnes = (text: string): string => text.replace(ONE, '1 $1');
