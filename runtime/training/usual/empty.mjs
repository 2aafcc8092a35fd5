// What every program needs comes first, and so lies together.
