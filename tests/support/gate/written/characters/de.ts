import type { Characters } from '../written.ts';

export const DE: Characters = {
  figures: `
    {name} schloss {when} bei 2.711,02.
    Eröffnet hat {name} bei 2.386,13.
    {name} schloss 12 % tiefer.
    Rund 2.400 sind es bei {name}.
    Für {symbol} stehen {when} +11,98 % da.
    Der vorherige Schlusskurs betrug 2.508,59.
    {name} schloss 11,89 % tiefer.
    Das Hoch lag bei 2.380,94, das Tief bei 2.562,98.
    Damit steht {symbol} bei 2386.
    Die Schwelle der Regel lag bei 11,98 %.
    {name} gab 324,89 ab.
    In {name} kamen 30.000 Stück zusammen.
    Die Kerze vom 17.03.2020 zeigt es.
    {name} steht bei 2,38613.
    Der S&P 501 ist unten zu sehen.
    Hier sind die 11 Angaben zum Ereignis.
    {name} kam von 2.386,13 und steht bei 2.711,02.
    Bei {symbol} sind es -5 %.
    Das ist Meldung Nr. 4 zu {name}.
    Um 16:00 war {name} bei 2.386,31.`,
  links: `
    Mehr dazu auf www.harborvale.example.
    Der Chart steht unter https://harborvale.example/c.
    Schreiben Sie an redaktion@harborvale.example.
    Unser Profil heißt @harborvale.
    Mehr unter harborvale punkt de.
    Sie finden {brand} auf Telegram.
    t.me/harborvale hat den Chart.
    Der Link steht in unserem Profil.
    Einzelheiten auf unserer Webseite.
    Der QR-Code führt zu {name}.
    Unsere Hotline hilft bei {symbol}.
    Die Nummer lautet 0 30 12 34.
    harborvale[.]example hat alle Angaben.
    harborvale (punkt) example hat alle Angaben.
    h t t p s : // hafen
    Alles auf bit punkt ly schrägstrich vale.
    Die Adresse ist redaktion bei harborvale punkt example.
    Zu {name} antworten wir auf WhatsApp.
    Die Seite heißt harborvale.example.
    ftp://harborvale enthält die Daten.`,
  markup: `
    <b>{name}</b> schloss tiefer.
    **{name}** ist das Instrument dieser Meldung.
    [Der Chart](chart) zeigt das Ereignis.
    Der Schlusskurs war {{close}}.
    {% if close %}Hier ist das Ereignis.{% endif %}
    <script>alert</script> folgt.
    # Das Ereignis in {name}
    > Die Redaktion von {brand} hat es gesehen.
    | Schluss | Eröffnung |
    \`{name}\` ist unten zu sehen.
    ~~{name} ist unten zu sehen.~~
    __Die Einzelheiten stehen unten.__
    <!-- Die Einzelheiten stehen unten. -->
    Die Einzelheiten &lt;stehen&gt; unten.
    *Die Einzelheiten stehen unten.*
    ||Die Einzelheiten stehen unten.||
    [b]Die Einzelheiten stehen unten.[/b]
    <mj-text>Die Einzelheiten stehen unten.</mj-text>
    Die Einzelheiten stehen in der Tabelle.[^a]
    \${close} ist der Schlusskurs.`,
  hidden: `
    {name} f\u200biel.
    {name} fi\u0435l.
    {name} st\u00adieg.
    {name} sti\u0435g.
    Der Kurs ging nach o\u2060ben.
    Es war ein Rek\u200dord.
    K\u200caufen Sie {name}.
    Es war \u202erefeit.
    {name} verl\u043er an Wert.
    {name} \uff46\uff49\uff45\uff4c.
    {name} \u{1d41f}\u{1d422}\u{1d41e}\u{1d425}.
    Es waren f\u03cbnf davon.
    Es waren \u2464 davon.
    Es waren \u2164 davon.
    Es war \u00bd davon.
    Ver\u3164kaufen Sie {symbol}.
    Verkaufen\u2800 Sie {symbol}.
    {name} \ua730\u026a\u1d07\u029f.
    Es waren zehn\u{e0066}\u{e0061}\u{e0063}\u{e0068}.
    Die Kerze fiel t\u0456ef aus.`,
};
