import type { Written } from './written.ts';

export const DE: Written = {
  numbers: `
    {name} bewegte sich um sieben Punkte.
    Elf Minuten reichten {symbol}.
    Vierzehn Leser fragten nach {name}.
    Die Redaktion zählte vierzig Aufträge in {symbol}.
    Ein Dutzend Händler schrieb uns dazu.
    Rund zweihundert Kontrakte wechselten den Besitzer.
    Die Regel betrachtete sechzig Kerzen von {name}.
    {symbol} steht bei glatt zweitausend.
    Eine halbe Million Leser verfolgt {name}.
    Das Ereignis dauerte neunzig Sekunden.
    {name} besteht aus fünfhundert Werten.
    Neun von zehn Lesern sahen es.
    Seit dreißig Jahren berichten wir über {name}.
    Drei Redaktionen beobachten {symbol}.
    Einundachtzig Meldungen gingen voraus.
    Zwei Kerzen sagen alles über {name}.
    Vor dem Kurs steht eine Sieben.
    {brand} hat hundert Meldungen zu {name} geschickt.
    Null Zweifel bei {symbol}.
    Tausend Leser sind dabei.`,
  parts: `
    {name} gab ein Drittel davon ab.
    Zwei Drittel der Kerze waren vorbei, als die Regel auslöste.
    Die Hälfte der Leser von {brand} verfolgt {symbol}.
    {symbol} verdoppelte sich {when}.
    Der Umsatz von {name} verdreifachte sich.
    Es ist die vierte Meldung zu {name}.
    Das war das zweite Ereignis des Tages.
    Der Kurs wurde halbiert.
    {name} nimmt ein Viertel des Charts ein.
    Zweimal geschah es in {symbol}.
    Die erste Kerze zeigt es.
    Es war das Zehnfache des Üblichen.
    Ein Zehntel von {name} wurde verkauft.
    Ein Fünftel des Wertes ging verloren.
    Die letzte Kerze markiert das Ereignis.
    Aller guten Dinge sind drei bei {symbol}.
    Doppelt so viel los war in {name}.
    Nur ein Bruchteil der Leser sah es.
    Anderthalb Kerzen genügten {symbol}.
    Dreimal schlug die Regel an.`,
  directions: `
    {name} ging in die Knie.
    {symbol} musste Federn lassen.
    Für {name} ging es nach oben.
    Käufer trieben {symbol} an.
    {name} gab seine Gewinne ab.
    Ein roter Tag für {symbol}.
    {name} prallte am Boden ab.
    Der Kurs bröckelte bei {name}.
    {symbol} zog zum Schluss an.
    {name} geriet unter Druck.
    Verkäufer drückten den Kurs.
    {symbol} schloss im Plus.
    Die Bullen gewannen bei {name}.
    {symbol} drehte nach unten.
    Das Ereignis war ein Rückgang.
    Es folgte eine Rally bei {name}.
    {name} wich zurück.
    {symbol} legte den Rückwärtsgang ein.
    Mit {name} ging es bergab.
    {symbol} gewann an Höhe.`,
  extremes: `
    {name} stand noch nie so hoch.
    Ein solches Niveau hat bei {symbol} niemand gesehen.
    Es war das größte Ereignis seiner Art.
    {symbol} stellte einen Rekord auf.
    {name} schloss auf seinem besten Kurs.
    Die Bewegung war größer als alle zuvor.
    {name} schlug jeden anderen Index.
    Es war der schlimmste Tag für {symbol}.
    Die Kerze ist länger als die davor.
    {symbol} steht nahe seinem Gipfel.
    Der Umsatz war außergewöhnlich.
    Eine gewaltige Bewegung in {name}.
    {name} ist der stärkste von allen.
    Der Kurs lag weit über der Linie.
    {symbol} erreichte seine Decke.
    Der Verlust war kleiner als befürchtet.
    {name} ist am Tiefpunkt.
    Es war eine ungewöhnlich breite Spanne.
    {symbol} lief besser als gedacht.
    Mehr geht nicht bei {name}.`,
  advice: `
    Leser sollten {name} ins Depot legen.
    Es lohnt sich, {symbol} zu besitzen.
    Vielleicht möchten Sie {name} verkaufen.
    Stecken Sie Ihr Geld in {symbol}.
    {name} gehört in jedes Depot.
    Nehmen Sie Gewinne bei {name} mit.
    Verpassen Sie {symbol} nicht.
    Lassen Sie die Finger von {name}.
    Jetzt ist bei {symbol} Handeln gefragt.
    Sichern Sie Ihre Position in {symbol} ab.
    Wir würden {name} kaufen.
    {name} ist ein Schnäppchen.
    Schließen Sie Ihren Trade in {symbol}.
    Setzen Sie bei {name} einen Stopp.
    Fragen Sie Ihren Broker nach {symbol}.
    {symbol} ist einen Versuch wert.
    Warten Sie mit {name} besser ab.
    Geduld zahlt sich bei {symbol} aus.
    Handeln Sie {name} mit uns.
    Greifen Sie bei {symbol} zu.`,
  forecasts: `
    {name} wird sich erholen.
    Bei {symbol} ist mehr davon zu erwarten.
    Der Trend hat noch Luft.
    {name} sollte seine Linie halten.
    {symbol} dürfte weiterlaufen.
    Morgen geht es bei {name} so weiter.
    Das nächste Ziel ist die alte Linie.
    {name} könnte bald drehen.
    Es kann bei {symbol} wieder passieren.
    Eine Umkehr ist wahrscheinlich.
    Das Ereignis deutet auf das Kommende hin.
    Nichts hält {name} jetzt auf.
    Da kommt noch mehr bei {symbol}.
    {name} steht vor einem Ausbruch.
    Die Bewegung wird anhalten.
    {symbol} wird die Linie testen.
    Die nächste Woche entscheidet über {name}.
    Die Aussichten für {name} sind gut.
    Bei {symbol} ist es nur eine Frage der Zeit.
    Demnächst mehr von {name}.`,
};
