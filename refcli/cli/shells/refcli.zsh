#compdef refcli
# TAB for refcli in zsh: source <(refcli --show-completion zsh), or the same in a file _refcli of a folder of $fpath
#
# The answers are names, behind a TAB what each is: compadd quotes the names and shows the rest, and nothing of them is
# evaluated. They are what has to stand there, even where they begin otherwise than what was typed, as the names that
# sherman could mean do.
_refcli_completion() {
    local -a lines names shown
    local line name said
    local -i width=0
    lines=("${(@f)$(
        _REFCLI_COMPLETE=complete_zsh _REFCLI_COMPLETE_LINE="${(j: :)words[1,CURRENT-1]} $PREFIX" \
            refcli 2>/dev/null </dev/null
    )}")
    lines=(${lines:#[^A-Za-z0-9.,+/=-]*})
    for line in "${lines[@]}"; do
        name=${line%%$'\t'*}
        [[ $name == *[^A-Za-z0-9.,+/=-]* ]] || names+=("$name")
        (( ${#name} > width )) && width=${#name}
    done
    for line in "${lines[@]}"; do
        name=${line%%$'\t'*}
        [[ $name == *[^A-Za-z0-9.,+/=-]* ]] && continue
        said=${(V)${line#$name}#$'\t'}
        line="${(r:width:)name}${said:+  -- $said}"
        shown+=("${line[1,COLUMNS-1]}")
    done
    if (( $#names )); then
        if [[ -n ${(M)shown:#*  -- *} ]]; then
            compadd -U -l -d shown -- "${names[@]}"
        else
            compadd -U -- "${names[@]}"
        fi
        if (( $#names > 1 )) && [[ -z ${(M)names:#${(b)PREFIX}*} ]]; then
            compstate[insert]= compstate[list]="list force"
        fi
    else
        compset -P '--*='
        _files
    fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _refcli_completion "$@"
else
    compdef _refcli_completion refcli
fi
