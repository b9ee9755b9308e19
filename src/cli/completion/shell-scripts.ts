// Bash cuts words at every character of COMP_WORDBREAKS, so --output=js arrives as three words and
// only the last is replaced. The script glues together what no blank divides, asks, and takes the
// glued beginning off the answers again. It needs neither the bash-completion package nor bash 4.
export const bashScript = `# bash completion for outrigger
_outrigger() {
  local rest="\${COMP_LINE:0:COMP_POINT}" words=() word index
  for ((index = 0; index <= COMP_CWORD; index++)); do
    local blanks="\${rest%%[![:space:]]*}"
    rest="\${rest#"$blanks"}"
    word="\${COMP_WORDS[index]}"
    if ((index == COMP_CWORD)); then word="$rest"; fi
    if [[ \${#words[@]} -gt 0 && -z "$blanks" ]]; then
      words[\${#words[@]}-1]+="$word"
    else
      words+=("$word")
    fi
    rest="\${rest#"$word"}"
  done

  local line="\${words[\${#words[@]}-1]}" answer
  case "$word" in [=:]*) word='' ;; esac
  local glued="\${line%"$word"}"
  COMPREPLY=()
  while IFS= read -r answer; do
    case "$answer" in
      :0) ((\${#COMPREPLY[@]} > 0)) || compopt -o default 2>/dev/null ;;
      :*) ;;
      *)
        answer="\${answer%%$'\\t'*}"
        COMPREPLY+=("\${answer#"$glued"}")
        ;;
    esac
  done < <("\${words[0]/#\\~/$HOME}" __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _outrigger outrigger
`

export const zshScript = `#compdef outrigger
# zsh completion for outrigger
_outrigger() {
  local line directive=4
  local -a answers
  for line in "\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :*) directive="\${line#:}" ;;
      ?*) answers+=("\${\${line//:/\\\\:}/$'\\t'/:}") ;;
    esac
  done
  if (( \${#answers} )); then
    _describe -t outrigger 'outrigger' answers
  elif [[ "$directive" == 0 ]]; then
    _files
  fi
}
if [[ "\${funcstack[1]}" == _outrigger ]]; then _outrigger "$@"; else compdef _outrigger outrigger; fi
`

export const fishScript = `# fish completion for outrigger
function __outrigger_answers
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words[1] __complete -- $words[2..-1] "$current" 2>/dev/null
end
function __outrigger_candidates
    __outrigger_answers | string match -v -r '^:\\d+$'
end
function __outrigger_wants_files
    __outrigger_answers | string match -q ':0'
end
complete -c outrigger -e
complete -c outrigger -f -a '(__outrigger_candidates)'
complete -c outrigger -F -n __outrigger_wants_files
`
